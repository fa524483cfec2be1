import { MINUTE_MS, SECOND_MS } from '../../time/timestamps.ts';

/** Why something with an account or its calendars didn't work. The message is for the member, and goes on from "it failed:". */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
}

/** The provider will never take these tokens again: the member has to connect the account anew. */
export class AccessEnded extends ProviderError {
  override readonly name = 'AccessEnded';
}

/** The provider is in trouble: it may work later. */
export class ProviderAway extends ProviderError {
  override readonly name = 'ProviderAway';
}

/** The longest pause that is kept. After it, the provider is asked again, and may name another one. */
const MAX_WAIT_MS = 60 * MINUTE_MS;

/** The provider asks for a pause: of `waitMs`, if it says for how long. */
export class AskedToWait extends ProviderError {
  override readonly name = 'AskedToWait';
  readonly waitMs: number | undefined;

  static fromAnswer(
    name: string,
    { status, headers, now }: { status: number; headers: Record<string, string>; now: number },
  ): AskedToWait {
    return new AskedToWait(`${name} asks Rota to wait (${status})`, waitIn(headers, now));
  }

  constructor(message: string, waitMs: number | undefined) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** An address that isn't of the provider's own origin: nothing was sent there. */
export class LeadsElsewhere extends ProviderError {
  override readonly name = 'LeadsElsewhere';
}

/** There is nothing with this id, or nothing any more. */
export class NotThere extends ProviderError {
  override readonly name = 'NotThere';
}

/** The provider has forgotten the state that changes were asked for: everything has to be read anew. */
export class TokenForgotten extends ProviderError {
  override readonly name = 'TokenForgotten';
}

/** The provider refuses what was asked. `reason` is its own word for why. */
export class Refused extends ProviderError {
  override readonly name = 'Refused';
  readonly status: number;
  readonly reason: string;

  constructor(message: string, { status, reason }: { status: number; reason: string }) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

/** Seconds, or a date by the provider's own clock. */
function waitIn({ 'retry-after': text, date = '' }: Record<string, string>, now: number): number | undefined {
  if (text === undefined) return undefined;
  const theirs = Date.parse(date);
  const ms = /^\d+$/.test(text)
    ? Number(text) * SECOND_MS
    : Date.parse(text) - (Number.isNaN(theirs) ? now : theirs);
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}
