import { invalidRequest } from '../errors.ts';
import type { Static, TObject } from '../shapes/type.ts';
import { type Invocation, UsageError } from './command.ts';

/** One field of an input: its name on the command line, such as `--capacity` or `NAME`, and its value. */
type Given = [name: string, value: unknown];

/** Checks what the command line says with the shape that the API uses. A mistake is told with the option's name. */
export async function checkInput<Shape extends TObject>(
  shape: Shape,
  given: { [Field in keyof Static<Shape>]?: Given },
): Promise<Static<Shape>> {
  const fields = Object.entries(given as Record<string, Given>);
  // Loaded here: the validator is slow to load, and most commands do without.
  const { examine } = await import('../shapes/check.ts');
  const { value, mistake } = examine(
    shape,
    Object.fromEntries(fields.map(([field, [, given]]) => [field, given])),
    Object.fromEntries(fields.map(([field, [name]]) => [field, name])),
  );
  if (!mistake) return value;
  // A text that is too long is refused as by the API. The help would be no help.
  throw mistake.keyword === 'maxLength' ? invalidRequest(mistake.message) : new UsageError(mistake.message);
}

/** The value of an option, read as its field needs it. */
export function option(
  { options }: Invocation,
  name: string,
  read: (text: string, name: string) => unknown = (text) => text,
): Given {
  const text = options[name] as string | undefined;
  return [`--${name}`, text === undefined ? undefined : read(text, `--${name}`)];
}

/** What is no integer stays text, which the check refuses. */
export function integer(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

export function yesOrNo(text: string, name: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new UsageError(`${name} must be yes or no`);
  return text === 'yes';
}
