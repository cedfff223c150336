import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { detectEncoding } from './encoding.ts';

test.each([
  ['Revenue (€m), €bn', '526576656e75652028806d292c2080626e'],
  ['Müller, Café', '4dfc6c6c65722c20436166e9'],
  ['San\u00a0Francisco, 5\u00a0km', '53616ea04672616e636973636f2c2035a06b6d'],
  ['Brand® new, ¾ cup', '4272616e64ae206e65772c20be20637570'],
  ['jäääär ja öötöö', '6ae4e4e4e472206a6120f6f674f6f6'],
  ['Größe: 5 €', '4772f6df653a20352080'],
  ['Ärger über Öl', 'c47267657220fc62657220d66c'],
  ['“Spaß”', '93537061df94'],
  ['don’t, O’Brien, it’s', '646f6e92742c204f92427269656e2c2069749273'],
  ['Škoda, Tomáš', '8a6b6f64612c20546f6de19a'],
  ['“Hello” he said', '9348656c6c6f942068652073616964'],
  ['“hello” world', '9368656c6c6f9420776f726c64'],
  ['l’été, d’Éric, aujourd’hui', '6c92e974e92c206492c97269632c2061756a6f75726492687569'],
  ['cœur, sœur', '639c75722c20739c7572'],
  ['wait…what', '776169748577686174'],
  ['high–low', '68696768966c6f77'],
  ['2019–2020', '323031399632303230'],
  ['Berlin–Hamburg', '4265726c696e9648616d62757267'],
  ['word—word', '776f726497776f7264'],
  ['CAFÉ, MÜLLER, STRAßE', '434146c92c204ddc4c4c45522c2053545241df45'],
  ['São Paulo, Açaí, não', '53e36f205061756c6f2c2041e761ed2c206ee36f'],
  ['Ñandú, niño, Español', 'd1616e64fa2c206e69f16f2c2045737061f16f6c'],
  ['Mª Ángeles, 1º', '4daa20c16e67656c65732c2031ba'],
  ['25°C, 5µm', '3235b0432c2035b56d'],
  ['¿Qué? ¡Sí!', 'bf5175e93f20a153ed21'],
  ['«mot»', 'ab6d6f74bb'],
  ['Þór, Björk, Ísland', 'def3722c20426af6726b2c20cd736c616e64'],
  ['Ångström', 'c56e67737472f66d'],
  ['Brand™ and Co®', '4272616e649920616e6420436fae'],
  ['naïve café, Zoë', '6e61ef766520636166e92c205a6feb'],
  ['col·lecció', '636f6cb76c65636369f3'],
  ['Nestlé', '4e6573746ce9'],
  ['Tromsø, Ærø, Århus', '54726f6d73f82c20c672f82c20c572687573'],
  ['ÖBB, AÖ', 'd642422c2041d6'],
  ['Lebœuf', '4c65629c7566'],
  ['students’ books', '73747564656e74739220626f6f6b73'],
  ['€5, £3, 10 §', '80352c20a3332c20313020a7'],
  ['jusqu’à, dell’arte, dov’è', '6a7573717592e02c2064656c6c92617274652c20646f7692e8'],
])('%s in Windows-1252 is read', verifies('detect.encoding'), (text, bytes) => {
  const read = Buffer.from(bytes, 'hex');
  expect(new TextDecoder('windows-1252').decode(read)).toBe(text);
  expect(detectEncoding(read, true)).toMatchObject({ encoding: 'windows-1252', warning: expect.any(String) });
});

test.each([
  ['Mac Roman', 'Müller', '4d9f6c6c6572'],
  ['Mac Roman', 'Æble', 'ae626c65'],
  ['Mac Roman', 'hæ', '68be'],
  ['code page 850', 'Málaga', '4da06c616761'],
  ['code page 850', 'más', '6da073'],
  ['Mac Roman', 'Café', '4361668e'],
  ['Mac Roman', 'Köln', '4b9a6c6e'],
  ['Mac Roman', 'Straße', '53747261a765'],
  ['Mac Roman', 'Größe', '47729aa765'],
  ['Mac Roman', 'García', '476172639261'],
  ['Mac Roman', 'España', '457370619661'],
  ['Mac Roman', 'niño', '6e69966f'],
  ['Mac Roman', 'información', '696e666f726d616369976e'],
  ['Mac Roman', 'Málaga', '4d876c616761'],
  ['Mac Roman', 'Ärger', '8072676572'],
  ['Mac Roman', 'Übung', '8662756e67'],
  ['Mac Roman', 'Tromsø', '54726f6d73bf'],
  ['Mac Roman', 'façade', '66618d616465'],
  ['Mac Roman', '“hello” it’s', 'd268656c6c6fd3206974d573'],
  ['Mac Roman', 'don’t', '646f6ed574'],
  ['Mac Roman', 'Côte d’Ivoire', '439974652064d549766f697265'],
  ['Mac Roman', 'André', '416e64728e'],
  ['Mac Roman', 'São', '538b6f'],
  ['Mac Roman', 'Göteborg', '479a7465626f7267'],
  ['Mac Roman', 'Hallå', '48616c6c8c'],
  ['code page 850', 'Café', '43616682'],
  ['code page 850', 'Köln', '4b946c6e'],
  ['code page 850', 'García', '47617263a161'],
  ['code page 850', 'España', '45737061a461'],
  ['code page 850', 'Größe', '477294e165'],
  ['code page 850', 'Straße müde', '53747261e165206d816465'],
  ['code page 850', 'hôtel', '689374656c'],
  ['Windows-1250', 'Paweł mały', '50617765b3206d61b379'],
  ['Windows-1250', 'sąd', '73b964'],
  ['Windows-1250', 'łódź', 'b3f3649f'],
  ['Windows-1250', 'małżeństwo', '6d61b3bf65f17374776f'],
  ['Windows-1250', 'świąteczny', '9c7769b97465637a6e79'],
])('the encoding of %s is asked for: %s', verifies('detect.encoding'), (_encoding, _text, bytes) => {
  expect(() => detectEncoding(Buffer.from(bytes, 'hex'), true)).toThrow('Give its encoding');
});

test('single mistakes among many words decide nothing', verifies('detect.encoding'), () => {
  const words = 'Müller, Größe, Käse, Öl, Fuß, Bär, Tür, Höhe, Süd, Maß, Gemüse, Caf§e';
  expect(detectEncoding(Buffer.from(words, 'latin1'), true).encoding).toBe('windows-1252');
});
