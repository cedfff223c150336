import { defineStore } from '@vitrine/client';

export const Airports = defineStore({
  name: 'Airports',
  properties: {
    iata: { type: 'string', unique: true },
    name: { type: 'string', required: true },
    city: 'string',
    country: 'string',
    latitude: 'number',
    longitude: 'number',
  },
});
