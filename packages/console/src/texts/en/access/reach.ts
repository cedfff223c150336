export const reachTexts = {
  computer: (host: string) =>
    `Only this computer can reach ${host}: an e-mail or a page shows nothing to anybody else. Start the server with VITRINE_BASE_URL, its public address.`,
  network: (host: string) =>
    `Only computers in this network can reach ${host}: an e-mail or a page shows nothing to others. Start the server with VITRINE_BASE_URL, its public address.`,
} as const;
