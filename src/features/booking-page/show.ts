import type { Services } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Reader } from '../../html/reader.ts';
import type { Named } from '../../tokens.ts';
import type { Outcome } from './rules.ts';

/** Somebody who looks at a page of a participant. */
export interface Visit {
  link: Named;
  token: string;
  reader: Reader;
}

export interface PageQuery {
  /** Selected when the page opens. */
  option: string | undefined;
  timezone: string | undefined;
  outcome: Outcome | undefined;
}

/** The page of a participant, as HTML, whatever the state of the request. */
export async function showPage(_services: Services, _visit: Visit, _query: PageQuery): Promise<string> {
  throw notFound('Link');
}

/** Free times of a week, as HTML. */
export async function showTimes(
  _services: Services,
  _visit: Visit,
  _query: { week: string | undefined; timezone: string | undefined },
): Promise<string> {
  throw notFound('Link');
}
