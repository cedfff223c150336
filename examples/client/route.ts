// Route handlers from Request to Response, as frameworks such as Next.js call them. The key stays on the server.
import { createClient, NotFoundError, ValidationError } from '@vitrine/client';
import { Airports } from './stores.ts';

const v = createClient({ url: process.env.VITRINE_URL ?? '', key: process.env.VITRINE_KEY });
const airports = v.store(Airports);

/** GET /airports/:iata */
export async function GET(request: Request): Promise<Response> {
  const iata = new URL(request.url).pathname.split('/').at(-1) ?? '';
  try {
    return Response.json(await airports.get(iata, { signal: request.signal }));
  } catch (error) {
    if (error instanceof NotFoundError) return new Response('No such airport.', { status: 404 });
    throw error;
  }
}

/** POST /airports */
export async function POST(request: Request): Promise<Response> {
  try {
    // The server validates it, so it may be anything.
    const airport = (await request.json()) as Parameters<typeof airports.add>[0];
    return Response.json(await airports.add(airport), { status: 201 });
  } catch (error) {
    if (error instanceof ValidationError) return Response.json(error.errors, { status: 400 });
    throw error;
  }
}
