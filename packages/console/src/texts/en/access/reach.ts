export const reachTexts = {
  computer: (host: string) =>
    `Only this computer can reach ${host}: an e-mail or a page shows nothing to anybody else. Start the server with VITRINE_BASE_URL, its public address.`,
  network: (host: string) =>
    `Only computers in this network can reach ${host}: an e-mail or a page shows nothing to others. Start the server with VITRINE_BASE_URL, its public address.`,
} as const;

/** Of a link that was typed. */
export const linkTexts = {
  example: (host: string) =>
    `${host} is an example address: a click leads to no page of yours. Enter your own address.`,
  local: (host: string) => `Not everybody can reach ${host}: a click leads other readers nowhere.`,
} as const;
