import { invalidRequest } from '../errors.ts';
import type { Static, TObject } from '../shapes/type.ts';
import { type Invocation, UsageError } from './command.ts';

/** One field of an input: its name on the command line, such as `--capacity` or `NAME`, and its value. */
type Given = [name: string, value: unknown];

/** Checks what was given on the command line with the shape that the API uses. A mistake names the option. */
export async function checkInput<Shape extends TObject>(
  shape: Shape,
  given: { [Field in keyof Static<Shape>]?: Given },
): Promise<Static<Shape>> {
  const fields = Object.entries(given as Record<string, Given>);
  const input = Object.fromEntries(fields.map(([field, [, value]]) => [field, value]));
  const names = Object.fromEntries(fields.map(([field, [name]]) => [field, name]));
  // Loaded here: measured, it takes 70 ms, and most commands do not need it.
  const { examine } = await import('../shapes/check.ts');
  const { value, mistake } = examine(shape, input, names);
  if (!mistake) return value;
  // A text that is too long is refused by a rule, as in the API. Any other mistake is wrong usage.
  throw mistake.keyword === 'maxLength' ? invalidRequest(mistake.message) : new UsageError(mistake.message);
}

/** An option as a field of an input. */
export function option(
  { options }: Invocation,
  name: string,
  read: (text: string, name: string) => unknown = (text) => text,
): Given {
  const text = options[name] as string | undefined;
  return [`--${name}`, text === undefined ? undefined : read(text, `--${name}`)];
}

/** Text that is not an integer stays text, and the check refuses it. */
export function integer(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

export function yesOrNo(text: string, name: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new UsageError(`${name} must be yes or no`);
  return text === 'yes';
}
