import { Fragment } from 'react'
import { OutsideLink } from './link'

/** A web address as text. It may break where its parts end; elsewhere where the browser breaks words, or has no room. */
export function AddressText({ children }: { children: string }) {
  let offset = 0
  return (
    <bdi className="wrap-anywhere">
      {addressParts(children).map((part) => {
        offset += part.length
        return (
          <Fragment key={offset}>
            {part}
            <wbr />
          </Fragment>
        )
      })}
    </bdi>
  )
}

/** A link that shows its address, or its host. Read out whole: the places where it may break are no spaces. */
export function AddressLink({ href, text = href, className }: { href: string; text?: string; className?: string }) {
  return (
    <OutsideLink href={href} label={text} className={className}>
      <AddressText>{text}</AddressText>
    </OutsideLink>
  )
}

/** The parts of an address, each with the sign that ends it: `https://`, `example.org/`, `page?`, `a=1&`, `b=2`. */
export const addressParts = (address: string): string[] =>
  address.split(/(?<=[/?&#])(?![/])/).filter((part) => part !== '')
