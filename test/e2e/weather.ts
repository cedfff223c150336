import { readFileSync } from 'node:fs';

/** A row of the weather of Seattle. */
export interface Day {
  readonly date: string;
  readonly precipitation: number;
  readonly temp_max: number;
  readonly temp_min: number;
  readonly wind: number;
  readonly weather: string;
}

const FILE = new URL('../../examples/data/seattle-weather.csv', import.meta.url);

/** Reads the weather of Seattle without any code of Vitrine. */
export function readDays(): readonly Day[] {
  const [, ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/);
  return lines.map((line) => {
    const [date = '', precipitation, temp_max, temp_min, wind, weather = ''] = line.split(',');
    return {
      date,
      precipitation: Number(precipitation),
      temp_max: Number(temp_max),
      temp_min: Number(temp_min),
      wind: Number(wind),
      weather,
    };
  });
}
