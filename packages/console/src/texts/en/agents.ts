export const agentsTexts = {
  title: (name: string) => `As the agent of “${name}” sees it`,
  unknownTitle: 'As its agent sees it',
  parent: 'Keys and agents',
  views: { label: 'Parts', tools: 'Tools', connect: 'Configure a client' },
  account: 'Account key',
  store: 'Store key',
  anotherKey: 'Try another key',
  notFoundTitle: 'There is no such key',
  notFoundText: 'It may have been revoked.',
  toKeys: 'Go to the keys',

  access: {
    title: (name: string) => `The console does not know the secret of “${name}”`,
    unknown: 'The console does not know the secret of this key',
    text: 'The server keeps only a hash of each key, so nobody can read one back. Paste it to see exactly what its agent gets; it stays in the memory of this tab.',
    storeText:
      'Without it, a temporary key of the same store shows the same tools. It can only read, is revoked when you leave this page, and expires after an hour at the latest.',
    accountText:
      'Without it, the key of this console shows the same: all account keys see the same tools and stores.',
    paste: 'Key',
    use: 'Use it',
    pasteMissing: 'Paste a key first.',
    unknownKey: 'This server does not know that key.',
    temporary: 'Use a temporary key',
    own: 'Use the key of this console',
    temporaryName: 'Temporary key of the console',
  },
  standIn: {
    account: (name: string) =>
      `Shown with the key of this console. Limits of “${name}” itself, such as an expiry or addresses, do not show here.`,
    store: (name: string) =>
      `Shown with a temporary key of the same store. Limits of “${name}” itself, such as an expiry or addresses, do not show here.`,
  },

  tools: {
    list: 'Tools',
    lead: (count: number, size: string) =>
      `${count} tools, ${size}: this is what a client loads into each conversation.`,
    instructions: 'Instructions',
    instructionsText: 'What the client tells its model when it connects.',
    noInstructions: 'This server sends no instructions.',
    description: 'What the agent reads',
    inputSchema: 'Input schema',
    outputSchema: 'Output schema',
    refused: 'The server refuses this agent',
    refusedText: 'This is the response that its client gets.',
    response: 'Response',
  },

  call: {
    title: 'Call it',
    inputs: { label: 'How to write the arguments', form: 'Form', json: 'JSON' },
    none: 'This tool takes no arguments.',
    leftOut: 'Left out',
    required: 'required',
    add: (name: string) => `Add to ${name}`,
    item: (name: string, number: number) => `${name} ${number}`,
    remove: (item: string) => `Remove ${item}`,
    arguments: 'Arguments as JSON',
    invalid: 'This is not a JSON object.',
    action: 'Call the tool',
    clear: 'Empty the form',
  },

  result: {
    title: 'What the agent gets',
    ok: 'Result',
    toolError: 'Error that the agent can act on',
    refused: 'Refused by the server',
    status: (status: number) => `HTTP ${status}`,
    time: (milliseconds: string) => `${milliseconds} ms`,
    forms: { label: 'Form of the response', structured: 'Structured', text: 'Text', message: 'Message' },
    structuredHint: 'For programs: it matches the output schema.',
    textHint: 'What the model reads.',
    messageHint: 'The whole response, as it was sent.',
    noStructured: 'Errors have no structured content.',
    noText: 'The response has no text.',
  },

  connect: {
    lead: 'Paste this into the configuration of the client. It then offers the tools to its model.',
    clients: 'Client',
    withKey: 'Put the key in',
    withKeyHint: 'Then keep the file out of version control.',
    unknownSecret: 'The console does not know the secret of this key, so you put it in yourself.',
    loopback: (host: string) =>
      `Clients on other machines can’t reach ${host}. For them, open the console at the address of this server in the network.`,
    environment: 'Set VITRINE_KEY to the key in the environment of the client.',
    asks: 'VS Code asks for the key once and keeps it out of the file.',
    code: (client: string, where: string) => `Configuration of ${client}: ${where}`,
    command: 'In a terminal',
    claudeCodeShared: 'Or for everybody who works in a folder',
    desktopFile: 'claude_desktop_config.json: Settings, Developer, Edit Config. Then restart Claude.',
    desktopNote: 'Its file names programs only. mcp-remote is a program that forwards everything.',
    web: 'claude.ai, ChatGPT',
    webWhere: 'Settings, Connectors, Add custom connector (ChatGPT: Create, with OAuth)',
    webNote:
      'They need no key: they send you to a page of this console, where you sign in and choose what they may read. They only reach a server with an https address.',
    design: 'Timers and live images',
    designText:
      'Another address has tools that draft, show and save timers and live images; you can watch each draft here. It takes account keys that may write:',
    otherFile: 'Most clients read this form; look up the name of the file in their documents.',
  },
} as const;
