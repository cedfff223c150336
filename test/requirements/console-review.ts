import { rule } from './requirement.ts';

/** What a review of the console as a designer and a newcomer found, F1 to F38, with the siblings of each. */
export const consoleReview = {
  'console.typed': rule(
    'console review F1',
    'What is typed into a form is sent, kept or asked about: over Back, a reload, a server that refuses or does not answer, and changes by others.',
  ),
  'console.F1': rule(
    'console review F1',
    'A typed value that could not be sent, or was refused, is kept over other screens, a reload and a closed tab, and is sent when the server answers.',
  ),
  'console.F2': rule(
    'console review F2',
    'A new record that is not added is kept over its ✕, another record, another screen and a reload.',
  ),
  'console.F3': rule(
    'console review F3',
    'A paste says how many cells it has changed, added, refused and left out, and leads to what was refused.',
  ),
  'console.F4': rule(
    'console review F4',
    'An import proposes the column that identifies a row, of a store or of a map, and says before an import without one that its rows are added again.',
  ),
  'console.F5': rule(
    'console review F5',
    'Where the URL or HTML of a timer or a picture is copied, it is said if only this computer can reach it.',
  ),
  'console.F6': rule(
    'console review F6',
    'A link that is opened in a new tab, and an address that is pasted into one, need no key again.',
  ),
  'console.F7': rule(
    'console review F7',
    'An import that is not sent says beside its button why, and the focus goes to the field.',
  ),
  'console.F8': rule(
    'console review F8',
    'A location of which only the city or the postcode was found says so, can be filtered by it, and is to be checked if its address has a street.',
  ),
  'console.F9': rule(
    'console review F9',
    'What is deleted comes back after any time, one record or many, and a store within days; a location and a picture by Ctrl+Z without the message. A map, which does not, says what goes for good and asks for its name.',
  ),
  'console.F9b': rule(
    'console review F9b',
    'A try without writing makes no store, however the page is closed.',
  ),
  'console.F10': rule(
    'console review F10',
    'A store and its export begin with the first line of the file, and the order is named above the grid.',
  ),
  'console.F11': rule('console review F11', 'Shift and a press on a checkbox selects all rows between.'),
  'console.F12': rule(
    'console review F12',
    'Lines that are pasted or typed below the last record become records.',
  ),
  'console.F13': rule(
    'console review F13',
    'Numbers and dates are read as people write them, in cells, pastes and the record, which has a calendar; a text that can’t be read stays with the reason, and the other cells of its line are written.',
  ),
  'console.F14': rule('console review F14', 'A draft of a timer that was left is found again on the list.'),
  'console.F15': rule(
    'console review F15',
    'A link with a key signs in where a tab waits for one, and the key leaves the address.',
  ),
  'console.F16': rule('console review F16', 'Messages of the interface are said in words of the page.'),
  'console.F17': rule(
    'console review F17',
    'The detected form of numbers and dates is shown, also if it needs no decision.',
  ),
  'console.F18': rule(
    'console review F18',
    'Amounts with a currency and percentages become numbers, which is said; yes, no, y and n become yes or no.',
  ),
  'console.F19': rule(
    'console review F19',
    'A column that proves the order of day and month decides it for the others, which is said.',
  ),
  'console.F20': rule(
    'console review F20',
    'The header is found below a title, and its line can be changed.',
  ),
  'console.F21': rule(
    'console review F21',
    'Short rows are filled up with a warning, and long ones are refused with a number.',
  ),
  'console.F22': rule(
    'console review F22',
    'A file that nothing takes does not replace the console, and a map takes a table.',
  ),
  'console.F23': rule(
    'console review F23',
    'The import into a map has fields for unknown columns, a preview, a try, and a correction of refused rows.',
  ),
  'console.F24': rule(
    'console review F24',
    'A record is called by its unique value or its first text, in its panel and in a question about it.',
  ),
  'console.F25': rule('console review F25', 'The history of a record has every change, also after a reload.'),
  'console.F26': rule(
    'console review F26',
    'Pictures are shown in cells, enlarged, and chosen from those of the account; links open by Ctrl and a press.',
  ),
  'console.F27': rule('console review F27', 'A change by another tab appears at once.'),
  'console.F28': rule(
    'console review F28',
    'The page of the API has the key of the console, its colours, and fits a phone.',
  ),
  'console.F29': rule(
    'console review F29',
    'Too many columns are said at once, with the first 100, all or none by one press.',
  ),
  'console.F30': rule(
    'console review F30',
    'An unknown address is a page with a way on in a browser; the root names the console and the API to other programs.',
  ),
  'console.F31': rule('console review F31', 'A page that a store key may not see says what the key is for.'),
  'console.F32': rule('console review F32', 'The editor of a cell in the first row is not below the header.'),
  'console.F33': rule(
    'console review F33',
    'Messages cover neither the last rows nor the last button of a panel.',
  ),
  'console.F34': rule(
    'console review F34',
    'The look of a saved timer is marked and in sight, the row says that there are others, and the frame is named beside its button.',
  ),
  'console.F35': rule(
    'console review F35',
    'One thing has one word: empty, Key, API, To check, Min and Max, Means.',
  ),
  'console.F36': rule(
    'console review F36',
    'Days are shown, copied and saved as days, and numbers of a column with the same decimals.',
  ),
  'console.F37': rule(
    'console review F37',
    'The command line names the command that was meant, takes a name as a word, says the first reasons of refused rows, and reads conditions.',
  ),
  'console.F38': rule(
    'console review F38',
    'At a terminal, the log does not scroll away what the first start has printed.',
  ),
};
