import { expectedLink, followClick, openPicture } from './openings.ts';
import { type MailedContact, openShop } from './shop.ts';

const COUNT = Number(process.argv[2] ?? 1_000);
const AT_ONCE = 4;

const { products, contacts, stop } = await openShop(COUNT);
const counts = { pictures: 0, gifs: 0, clicks: 0, wrong: 0 };

async function openAll(waiting: MailedContact[]): Promise<void> {
  for (let contact = waiting.pop(); contact !== undefined; contact = waiting.pop()) {
    const picture = await openPicture(contact.liveUrl);
    await picture.arrayBuffer();
    const type = picture.headers.get('content-type');
    if (picture.status === 200 && type?.startsWith('image/')) counts.pictures++;
    if (type === 'image/gif') counts.gifs++;
    const product = products.get(contact.sku);
    const link = await followClick(contact.liveClickUrl);
    if (product !== undefined && link === expectedLink(product, contact)) counts.clicks++;
    else counts.wrong++;
  }
}

const waiting = [...contacts];
await Promise.all(Array.from({ length: AT_ONCE }, () => openAll(waiting)));
console.log(`contacts with URLs: ${contacts.length}`);
console.log(`pictures: ${counts.pictures}, of which ${counts.gifs} count down`);
console.log(`clicks to the right page: ${counts.clicks}, to another: ${counts.wrong}`);
await stop();
