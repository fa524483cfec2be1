// Meeting types in words.
import type { getMeetingType } from '../../features/meetings/meeting-types/operations.ts';
import type { QuestionKind } from '../../features/meetings/meeting-types/questions.ts';
import { duration } from '../../html/dates.ts';
import type { Html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import type { Screen } from '../screen.ts';

export type ShownType = Awaited<ReturnType<typeof getMeetingType>>;

export const kindWords: Record<QuestionKind, string> = {
  text: 'Short text',
  long_text: 'Long text',
  choice: 'One of several choices',
  choices: 'Any number of choices',
  phone: 'Phone number',
  number: 'Number',
  checkbox: 'Checkbox',
};

export function typeBadge({ active, is_public }: Pick<ShownType, 'active' | 'is_public'>): Html {
  if (!active) return badge('warn', 'Off');
  return is_public ? badge('good', 'Public') : badge('neutral', 'Not listed');
}

export const durationOf = ({ reader }: Screen, { duration_minutes: minutes }: ShownType): string =>
  minutes === null ? 'The usual duration' : duration(minutes, reader);
