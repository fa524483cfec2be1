export const TYPES = '/console/meeting-types';
export const NEW_TYPE = `${TYPES}/new`;

export const typePath = (id: string) => `${TYPES}/${id}`;
export const editPath = (id: string) => `${typePath(id)}/edit`;
