import { invalidRequest } from '../errors.ts';
import type { Static, TObject } from '../shapes/type.ts';
import { type Invocation, UsageError } from './command.ts';

/** One field of an input: its name on the command line, such as `--capacity` or `NAME`, and its value. */
type NamedValue = [name: string, value: unknown];

/** Checks the command line's input against the shape the API uses. Messages name the option. */
export async function checkInput<Shape extends TObject>(
  shape: Shape,
  values: { [Field in keyof Static<Shape>]?: NamedValue },
): Promise<Static<Shape>> {
  const fields = Object.entries(values as Record<string, NamedValue>);
  const input = Object.fromEntries(fields.map(([field, [, value]]) => [field, value]));
  const names = Object.fromEntries(fields.map(([field, [name]]) => [field, name]));
  // Imported here: it takes 70 ms (measured), and most commands don't need it.
  const { examine } = await import('../shapes/check.ts');
  const { value, mistake } = examine(shape, input, names);
  if (!mistake) return value;
  // Text that is too long breaks a rule, as in the API. Any other mistake is wrong usage.
  throw mistake.rule.keyword === 'maxLength'
    ? invalidRequest(mistake.message)
    : new UsageError(mistake.message);
}

/** An option, turned into a field of the input. */
export function option(
  { options }: Invocation,
  name: string,
  read: (text: string, name: string) => unknown = (text) => text,
): NamedValue {
  const text = options[name] as string | undefined;
  return [`--${name}`, text === undefined ? undefined : read(text, `--${name}`)];
}

/** Text that isn't an integer is passed through, and the check refuses it. */
export function integer(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

export function yesOrNo(text: string, name: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new UsageError(`${name} must be yes or no`);
  return text === 'yes';
}
