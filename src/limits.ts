/** How long a name may be, in characters, wherever it comes in. */
export const NAME_LENGTH = 200;
