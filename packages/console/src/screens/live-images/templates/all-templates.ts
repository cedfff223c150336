import { appointment } from './appointment.ts';
import { backInStock } from './back-in-stock.ts';
import { countdown } from './countdown.ts';
import { coupon } from './coupon.ts';
import { eventInvitation } from './event-invitation.ts';
import { greeting } from './greeting.ts';
import { loyaltyPoints } from './loyalty-points.ts';
import { nearestShop } from './nearest-shop.ts';
import { priceWithStock } from './price-with-stock.ts';
import { productCard } from './product-card.ts';
import type { LiveTemplate } from './template.ts';

/** The templates, in the order in which they are offered. */
export const TEMPLATES: readonly LiveTemplate[] = [
  productCard,
  priceWithStock,
  greeting,
  countdown,
  nearestShop,
  eventInvitation,
  loyaltyPoints,
  backInStock,
  appointment,
  coupon,
];
