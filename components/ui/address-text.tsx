import { Fragment } from 'react'

/** A web address as text. It breaks where its parts end, and within a part only where that is wider than its place. */
export function AddressText({ children }: { children: string }) {
  let at = 0
  return (
    <bdi className="wrap-anywhere">
      {addressParts(children).map((part) => {
        at += part.length
        return (
          <Fragment key={at}>
            {part}
            <wbr />
          </Fragment>
        )
      })}
    </bdi>
  )
}

/** The parts of an address, each with the sign that ends it: `https://`, `example.org/`, `page?`, `a=1&`, `b=2`. */
export const addressParts = (address: string): string[] =>
  address.split(/(?<=[/?&#])(?![/])/).filter((part) => part !== '')
