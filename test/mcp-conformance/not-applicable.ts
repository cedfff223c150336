/** Checks of the conformance suite that do not apply to this server, and the reason. */
export interface NotApplicable {
  readonly reason: string;
  /** Scenarios whose failures are expected. */
  readonly scenarios?: readonly string[];
  /** Single checks of scenarios that otherwise apply. */
  readonly checks?: readonly string[];
}

/** The check that every message is well-formed. It applies in every scenario. */
export const ALWAYS_APPLIES = 'wire-schema-valid';

export const notApplicable: readonly NotApplicable[] = [
  {
    reason:
      'Calls a fixture tool of the suite (test_simple_text, json_schema_2020_12_tool, …). This server has the five store tools.',
    scenarios: [
      'tools-call-simple-text',
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'tools-call-error',
      'json-schema-2020-12',
      'http-custom-header-server-validation',
    ],
  },
  {
    reason:
      'Calls a fixture tool that logs, reports progress, or asks the client for something. The store tools respond at once and ask nothing.',
    scenarios: [
      'tools-call-with-logging',
      'tools-call-with-progress',
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-multi-round',
      'input-required-result-non-tool-request',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-capability-check',
    ],
    checks: [
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ],
  },
  {
    reason:
      'Prompts and logging are not offered, so there is no prompt whose arguments are completed either.',
    scenarios: [
      'logging-set-level',
      'completion-complete',
      'prompts-list',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
    ],
    checks: ['sep-2549-prompts-list-caching-hints'],
  },
  {
    reason:
      'Reads a fixture resource of the suite, or subscribes to one. The resources of this server are stores.',
    scenarios: [
      'resources-read-text',
      'resources-read-binary',
      'resources-templates-read',
      'resources-subscribe',
      'resources-unsubscribe',
    ],
  },
  {
    reason: 'An extension (tasks) that this server does not declare; the suite does not score it either.',
    scenarios: [
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ],
  },
];
