/** A page that these websites may show in a frame: origins on the list of its workspace. */
export interface Embeddable {
  page: string;
  framedBy: readonly string[];
}

const framesOfErrors = new WeakMap<Error, readonly string[]>();

/** The page that tells of this error may be shown by these websites, too: somebody got there in one of their frames. */
export function withFrames<Thrown extends Error>(error: Thrown, framedBy: readonly string[]): Thrown {
  framesOfErrors.set(error, framedBy);
  return error;
}

export const framesOfError = (error: unknown): readonly string[] =>
  (error instanceof Error && framesOfErrors.get(error)) || [];
