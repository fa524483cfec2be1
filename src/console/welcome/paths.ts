export const WELCOME = '/console/welcome';
