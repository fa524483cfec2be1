/** What a writer is told about a person. */
export interface Facts {
  name: string | null;
  title: string | null;
  /** What the workspace says about them. */
  introduction: string | null;
  /** What the team wants to be said. */
  guidance: string | null;
}
