export type * from './api.ts';
export type { CallOptions, RotaOptions } from './call.ts';
export { type ErrorType, RotaError } from './error.ts';
export type { FollowOptions } from './follow.ts';
export type { List, Page } from './list.ts';
export { Rota } from './rota.ts';
export { RotaOperator } from './rota-operator.ts';
export {
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
