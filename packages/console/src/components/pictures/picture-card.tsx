import type { ComponentChildren, JSX } from 'preact';
import { Link } from '../../router/link.tsx';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import styles from './picture-card.css';

adoptStyles(styles);

interface PictureCardProps {
  readonly name: string;
  /** What the name leads to. */
  readonly to: string;
  readonly picture: JSX.Element;
  /** Stands in the corner of the part below the picture. */
  readonly menu: JSX.Element;
  readonly heading?: 'h2' | 'h3';
  /** What stands below the name. */
  readonly children: ComponentChildren;
}

/** A picture with its name. Several stand in a `picture-cards`. */
export function PictureCard(props: PictureCardProps): JSX.Element {
  const { name, to, picture, menu, heading: Heading = 'h2', children } = props;
  return (
    <article class="card picture-card">
      <div class="picture-card-picture">{picture}</div>
      <div class="picture-card-about">
        <Heading class="cut">
          <Link to={to} class="cut" title={name}>
            {name}
          </Link>
        </Heading>
        {children}
      </div>
      <div class="picture-card-menu">{menu}</div>
    </article>
  );
}
