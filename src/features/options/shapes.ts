import { OneOf } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { weekdays } from '../../time/weekdays.ts';
import { partsOfDay } from '../../time/wishes.ts';

export const Days = (description: string) =>
  Type.Array(OneOf(weekdays), { maxItems: weekdays.length, description, examples: [['tue', 'thu']] });

export const PartsOfDay = (description: string) =>
  Type.Array(OneOf(partsOfDay), { maxItems: partsOfDay.length, description, examples: [['morning']] });
