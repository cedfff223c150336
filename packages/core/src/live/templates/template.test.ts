import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { OUTPUT_MAX, templateParser, textOf } from './template.ts';

const parse = await templateParser('de-AT', 'Europe/Vienna');

const plain = (values: object): object => Object.assign(Object.create(null), values);

const scope = {
  ...{ first_name: 'Jana', sku: 'A-1', nothing: '', day: '2026-10-25', long: 'x'.repeat(2_000) },
  now: '2026-07-01T10:00:00.000Z',
  product: plain({
    name: '{{ 7 | times: 7 }}',
    price: 1234567.5,
    stock: 3,
    ends: '2026-07-01T10:00:00.000Z',
    isNew: true,
    'Full name': 'Boots, brown',
    huge: 1e21,
  }),
};

function rendered(source: string): string {
  return textOf(parse(source).render(scope));
}

describe('templates', () => {
  test.each([
    ['Hi {{ first_name }}!', 'Hi Jana!'],
    ['{{ product["Full name"] | upcase }}', 'BOOTS, BROWN'],
    ['{% if product.stock > 2 %}many{% elsif product.stock %}few{% else %}none{% endif %}', 'many'],
    ['{% unless unknown %}no{% endunless %}', 'no'],
    ['{% case sku %}{% when "A-1" %}first{% else %}other{% endcase %}', 'first'],
    ['{% if product %}found{% endif %}{% if nobody %}lost{% endif %}', 'found'],
    ['{%- if first_name -%}  trimmed  {%- endif -%}', 'trimmed'],
    ['{{ first_name | append: "!" | prepend: "<" | size }}', '6'],
    ['{% raw %}{{ first_name }}{% endraw %}', '{{ first_name }}'],
  ])('%s', verifies('live.templates.liquid'), (source, text) => {
    expect(rendered(source)).toBe(text);
  });

  test.each([
    ['{{ product.price | money: "EUR" }}', '€ 1.234.567,50'],
    ['{{ product.price | number: 2 }}', '1 234 567,50'],
    ['{{ product.stock | number }}', '3'],
    ['{{ "12.5" | number: 1 }}', '12,5'],
    ['{{ product.ends | date: "long" }}', '1. Juli 2026'],
    ['{{ product.ends | date: "%d.%m.%Y %H:%M" }}', '01.07.2026 12:00'],
    // Clocks go back in the night to this day.
    ['{{ day | date: "%d.%m. %H:%M" }}', '25.10. 00:00'],
    ['{{ 1782900000 | date: "%Y-%m-%d" }}', '2026-07-01'],
    ['{{ first_name | money: "EUR" }}', 'Jana'],
    ['{{ first_name | date: "long" }}', 'Jana'],
    ['{{ unknown | money: "EUR" }}', ''],
  ])('%s prints in the locale and the zone', verifies('live.templates.filters'), (source, text) => {
    expect(rendered(source).replaceAll(/\u00a0/g, ' ')).toBe(text);
  });

  test.each([
    ['{{ product.price }}', '1234567.5'],
    ['{{ product.huge }}', '1e+21'],
    ['{{ product.isNew }}', 'true'],
    ['{{ product.ends }}', '2026-07-01T10:00:00.000Z'],
    ['{{ nothing }}{{ unknown }}{{ product }}', ''],
  ])('%s is printed as JSON prints it', verifies('live.templates.json'), (source, text) => {
    expect(rendered(source)).toBe(text);
  });

  test.each([
    ['{{ unknown | default: "friend" }}', 'friend'],
    ['{{ nothing | default: "friend" }}', 'friend'],
    ['{{ product.unset | default: "friend" }}', 'friend'],
    ['{{ first_name | default: "friend" }}', 'Jana'],
  ])('%s', verifies('live.values.default'), (source, text) => {
    expect(rendered(source)).toBe(text);
  });

  test('a value that looks like a template is a text', verifies('live.templates.data'), () => {
    expect(rendered('{{ product.name }}')).toBe('{{ 7 | times: 7 }}');
  });

  test('any value is rendered as it is, without U+0000', verifies('live.templates.data'), () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[{}%|\s"'\0a-z]{0,40}$/),
      fc.constantFrom('{{', '%}', '{% if %}', '{{ product.price }}', '</script>', '\0x\0'),
    );
    const template = parse('<{{ name }}>');
    fc.assert(
      fc.property(text, (name) => {
        const shown = name.replaceAll('\0', '');
        expect(textOf(template.render(plain({ name }) as { name: string }))).toBe(`<${shown}>`);
      }),
    );
  });

  test.each([
    '{{ first_name.constructor }}',
    '{{ product.constructor }}',
    '{{ product.__proto__ }}',
    '{{ product.toString }}',
    '{{ __proto__ }}',
    '{{ constructor.constructor }}',
    '{{ product[unknown] }}',
  ])('%s reaches nothing', verifies('live.templates.own'), (source) => {
    expect(rendered(source)).toBe('');
  });

  test.each([
    [
      '{% for i in (1..3) %}x{% endfor %}',
      'Tag "for" not found at line 1, column 1. Known: case, comment, if, raw, unless.',
    ],
    ['a\nb {% tablerow i in x %}{% endtablerow %}', 'Tag "tablerow" not found at line 2, column 3.'],
    ['{% assign x = 1 %}', 'Tag "assign" not found at line 1, column 1.'],
    ['{% capture x %}{% endcapture %}', 'Tag "capture" not found at line 1, column 1.'],
    ['{% include "x" %}', 'Tag "include" not found at line 1, column 1.'],
    ['{% render "x" %}', 'Tag "render" not found at line 1, column 1.'],
    ['{% layout "x" %}', 'Tag "layout" not found at line 1, column 1.'],
    ['{% liquid echo "x" %}', 'Tag "liquid" not found at line 1, column 1.'],
    ['{% increment x %}', 'Tag "increment" not found at line 1, column 1.'],
    ['{{ x | raw }}', 'Undefined filter: raw at line 1, column 1. Known: abs, append, at_least,'],
    ['{{ x | where_exp: "y", "z" }}', 'Undefined filter: where_exp at line 1, column 1.'],
    ['{{ x | upcas }}', 'Undefined filter: upcas at line 1, column 1. Did you mean "upcase"?'],
    ['{% unles x %}{% endunless %}', 'Tag "unles" not found at line 1, column 1. Did you mean "unless"?'],
    ['{{ [first_name] }}', "A name can't depend on a value at line 1, column 4."],
    ['{{ x | json }}', 'Undefined filter: json at line 1, column 1.'],
    ['{{ x', 'Output "{{ x" not closed at line 1, column 1.'],
    ['{% if x %}', 'Tag {% if x %} not closed at line 1, column 1.'],
  ])('%s is refused', verifies('live.templates.refused'), (source, message) => {
    expect(() => parse(source)).toThrow(message);
  });

  test.each([
    '{{ now | date: "%100000000d" }}',
    '{{ (1..10000000) | join: "" }}',
    '{{ long | replace: "", long }}',
    '{{ long | split: "" | join: long }}',
    '{{ first_name | money: "EURO" }}',
  ])('%s is an error of rendering', verifies('live.templates.limits'), (source) => {
    expect(() => rendered(source)).toThrow(/./);
  });

  test('cuts the text to 2,000 characters', verifies('live.templates.limits'), () => {
    expect([...rendered('{{ long }}{{ long }}🙂')]).toHaveLength(OUTPUT_MAX);
    expect(rendered('{{ "🙂" }}{{ long }}')).toBe(`🙂${'x'.repeat(OUTPUT_MAX - 1)}`);
  });

  test('names what it uses, with line and column', () => {
    const { names } = parse('{{ a.b["c d"] }}\n{% if x == y.z %}{{ a[x] }}{% endif %}');
    expect(names.map(({ name, properties, line }) => [name, ...properties, line])).toEqual([
      ['a', 'b', 'c d', 1],
      ['a', null, 2],
      ['x', 2],
      ['x', 2],
      ['y', 'z', 2],
    ]);
  });
});
