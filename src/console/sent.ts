import type { Field } from '../html/fields.ts';
import { text } from './fields.ts';
import { namesIn } from './refusals.ts';
import type { Screen } from './screen.ts';

/** The fields of a form: with stored values, or, if the form was refused, with what was sent and what is wrong with it. */
export function fieldsOf({ sent }: Pick<Screen, 'sent'>, action: string) {
  const refused = sent?.action === action ? sent : undefined;
  return {
    isRefused: refused !== undefined,
    /** `name` is that of the field in the API, or its whole path where the name alone could mean another: `location.url`. */
    field(
      name: string,
      stored: string | number | null | undefined,
    ): Pick<Field, 'name' | 'value' | 'problem'> {
      if (!refused) return { name, value: stored === null || stored === undefined ? '' : String(stored) };
      const isMeant =
        refused.field !== undefined && (refused.field === name || namesIn(refused.field).includes(name));
      return { name, value: text(refused.fields, name), problem: isMeant ? refused.message : undefined };
    },
    /** For a checkbox, or one of several with the same name. */
    isChecked(name: string, stored: boolean, value = 'true'): boolean {
      const sentValue = refused?.fields[name];
      if (!refused) return stored;
      return Array.isArray(sentValue) ? sentValue.includes(value) : sentValue === value;
    },
  };
}
