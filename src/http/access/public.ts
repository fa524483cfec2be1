/** Everybody may call the route. */
export interface PublicAccess {
  kind: 'public';
}

export const everybody: PublicAccess = { kind: 'public' };
