import { OPERATOR_KEY_PREFIX, rawKeyForm } from '../../../tokens/raw-keys.ts';

export const operatorKeyForm = rawKeyForm(OPERATOR_KEY_PREFIX);
