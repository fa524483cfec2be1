import { Clearable, Name } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';

export const OperatorKeyInput = Type.Object({
  name: Name('Billing', 'What people will call the key: the program that uses it.'),
  expires_at: Clearable(Type.String({ format: 'date-time', description: 'When the key stops working.' })),
});
export type OperatorKeyInput = Static<typeof OperatorKeyInput>;
