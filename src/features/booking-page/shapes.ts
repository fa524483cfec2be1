import { Type } from '../../shapes/type.ts';

// What the forms of the page send: text, and lists of text.

export const AnswerForm = Type.Object({});
export const TimesForm = Type.Object({});
export const RescheduleForm = Type.Object({});
export const CancelForm = Type.Object({});
export const TimezoneForm = Type.Object({});
