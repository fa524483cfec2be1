// Answers are written by somebody else: what isn't as Google's reference says counts as left out.

/** Any id of Google's, and ours. Others couldn't be stored, or would change the path of a call. */
const ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,1024}$/;
/** Much longer than Google's, and short enough for an address. */
const MAX_TOKEN_LENGTH = 2_000;

export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** Whether a token can be sent along with the next call. */
export const isToken = (token: string | undefined): token is string =>
  token !== undefined && token !== '' && token.length <= MAX_TOKEN_LENGTH;
