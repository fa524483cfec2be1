import { type ProviderKind, providerKinds } from '../../../calendar-sync/provider-kinds.ts';
import { calendarTypes } from './rules.ts';

/** With those that come with a connected account. */
export const anyCalendarTypes = [...calendarTypes, ...providerKinds] as const;
export type AnyCalendarType = (typeof anyCalendarTypes)[number];

export const isConnectedType = (type: AnyCalendarType): type is ProviderKind =>
  providerKinds.some((kind) => kind === type);
