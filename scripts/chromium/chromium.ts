/** A program that can be started, and what it needs in its environment. */
export interface Chromium {
  executable: string;
  environment: Record<string, string>;
}
