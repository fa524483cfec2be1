/** What somebody is called: by their name, or by their address while the name is not known. */
export const plainName = ({ name, email }: { name: string | null; email: string }): string => name ?? email;
