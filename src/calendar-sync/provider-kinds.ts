// The services with calendars that people connect with their account.

export const providerKinds = ['google', 'microsoft'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** What people call them. */
export const providerNames: Record<ProviderKind, string> = { google: 'Google', microsoft: 'Microsoft' };

/** The video calls that they make with an event. */
export const videoCalls = { google: 'google_meet', microsoft: 'microsoft_teams' } as const;
export type VideoCall = (typeof videoCalls)[ProviderKind];
