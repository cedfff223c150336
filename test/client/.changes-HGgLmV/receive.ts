import { verifyWebhook } from '@vitrine/client';

export async function POST(request: Request): Promise<Response> {
  const { id, type, data } = await verifyWebhook(request, process.env.WEBHOOK_SECRET ?? '');
  console.log(id, type, data.storeId, data.recordId);
  return new Response(null, { status: 204 });
}
