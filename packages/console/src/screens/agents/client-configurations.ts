import { reachOf } from '../../../../core/src/ground/network/reach.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';

/** Something to paste, with where it belongs. */
interface Snippet {
  readonly where: string;
  readonly code: string;
}

/** How a client of the Model Context Protocol is told about the server. The formats are described in docs/agents.md. */
export interface ClientConfiguration {
  readonly name: string;
  readonly label: string;
  readonly snippets: readonly Snippet[];
  readonly note: string | null;
}

const texts = agentsTexts.connect;
const PLACEHOLDER = 'YOUR_KEY';

/** @param key null: the configurations have a placeholder, or a variable where the client has variables. */
export function clientConfigurations(url: string, key: string | null): readonly ClientConfiguration[] {
  const bearer = (otherwise: string) => ({ Authorization: `Bearer ${key ?? otherwise}` });
  const named = (server: object) => json({ mcpServers: { vitrine: server } });
  const environment = key === null ? texts.environment : null;
  return [
    {
      name: 'claude-code',
      label: 'Claude Code',
      snippets: [
        {
          where: texts.command,
          code: `claude mcp add --transport http vitrine ${url} --header "Authorization: Bearer ${key ?? PLACEHOLDER}"`,
        },
        {
          where: `${texts.claudeCodeShared}: .mcp.json`,
          code: named({ type: 'http', url, headers: bearer(variable('VITRINE_KEY')) }),
        },
      ],
      note: environment,
    },
    {
      name: 'claude-desktop',
      label: 'Claude Desktop',
      snippets: [
        {
          where: texts.desktopFile,
          code: named({
            command: 'npx',
            // No space after the colon: some clients split arguments at spaces.
            args: [
              '-y',
              'mcp-remote',
              url,
              '--header',
              `Authorization:${variable('AUTHORIZATION')}`,
              ...allowHttp(url),
            ],
            env: { AUTHORIZATION: `Bearer ${key ?? PLACEHOLDER}` },
          }),
        },
      ],
      note: texts.desktopNote,
    },
    {
      name: 'cursor',
      label: 'Cursor',
      snippets: [
        {
          where: '.cursor/mcp.json, ~/.cursor/mcp.json',
          code: named({ url, headers: bearer(variable('env:VITRINE_KEY')) }),
        },
      ],
      note: environment,
    },
    {
      name: 'vs-code',
      label: 'VS Code',
      snippets: [{ where: '.vscode/mcp.json', code: vsCode(url, key) }],
      note: key === null ? texts.asks : null,
    },
    { name: 'web', label: texts.web, snippets: [{ where: texts.webWhere, code: url }], note: texts.webNote },
    {
      name: 'other',
      label: 'Other',
      snippets: [
        { where: texts.otherFile, code: named({ type: 'http', url, headers: bearer(PLACEHOLDER) }) },
      ],
      note: null,
    },
  ];
}

/** `mcp-remote` refuses addresses without TLS, except those of the machine itself. */
function allowHttp(url: string): readonly string[] {
  return url.startsWith('http:') && reachOf(url) !== 'computer' ? ['--allow-http'] : [];
}

function vsCode(url: string, key: string | null): string {
  const id = 'vitrine-key';
  const server = {
    type: 'http',
    url,
    headers: { Authorization: `Bearer ${key ?? variable(`input:${id}`)}` },
  };
  const input = { type: 'promptString', id, description: 'Vitrine API key', password: true };
  return json({ ...(key === null ? { inputs: [input] } : {}), servers: { vitrine: server } });
}

/** Returns a reference to a variable, which the client resolves. */
function variable(name: string): string {
  return `\${${name}}`;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
