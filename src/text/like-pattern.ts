/** For `lower(column) like … escape '!'`: finds the text anywhere, in capitals or not. SQLite knows the capitals of English letters only. */
export const likePattern = (text: string): string =>
  `%${text.trim().toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
