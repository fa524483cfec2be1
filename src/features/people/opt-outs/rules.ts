/** Somebody who asked the workspace not to write to them any more. What they have agreed to is told to them all the same. */
export interface OptOut {
  id: string;
  email: string;
  created_at: number;
}
