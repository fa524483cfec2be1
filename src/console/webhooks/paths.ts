export const WEBHOOKS = '/console/webhooks';
export const NEW_ENDPOINT = `${WEBHOOKS}/new`;

export const endpointPath = (id: string) => `${WEBHOOKS}/${id}`;
export const settingsPath = (id: string) => `${endpointPath(id)}/settings`;
export const deliveryPath = (endpointId: string, id: string) =>
  `${endpointPath(endpointId)}/deliveries/${id}`;
