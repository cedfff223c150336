import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { MergeTags } from '../../contracts/live/live-drafts.ts';

/** How the mail tools write the field of a contact. */
const TAGS: Readonly<Record<MergeTags, (name: string) => string>> = {
  plain: (name) => `{{${name}}}`,
  mailchimp: (name) => `*|${name.toUpperCase()}|*`,
  braze: (name) => `{{\${${name}}}}`,
  salesforce: (name) => `%%${name}%%`,
  hubspot: (name) => `{{ contact.${name} }}`,
  klaviyo: (name) => `{{ person|lookup:'${name}' }}`,
  brevo: (name) => `{{ contact.${name.toUpperCase()} }}`,
};

/** Returns the query of a URL in which a mail tool fills in the variables. Empty without variables. */
export function queryOfTags({ variables }: Pick<LiveDesign, 'variables'>, tool: MergeTags): string {
  const parts = Object.keys(variables).map((name) => `${name}=${TAGS[tool](name)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Returns how a mail tool writes the field of a contact. */
export function mergeTag(name: string, tool: MergeTags): string {
  return TAGS[tool](name);
}

/** Returns whether a click on a picture of the design may lead anywhere. */
export function hasLink({ link, rules, fallback }: LiveDesign): boolean {
  return [link, fallback.link, ...Object.values(rules).map((rule) => rule.link)].some(
    (one) => one !== null && one !== '',
  );
}
