import { expect, it } from 'vitest'
import { deniesRelaying } from './smtp'

it.each([
  [554, '554 5.7.1 <ana@example.org>: Relay access denied', true],
  [550, '550 5.7.1 <ana@example.org>... Relaying denied', true],
  [550, '550 relay not permitted', true],
  [550, '550 Relaying is not allowed for ana@example.org', true],
  [550, '550 relaying prohibited', true],
  [550, '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', true],
  [513, '513 Relaying denied.', true],
  [550, '550 We do not relay for example.org', true],
  [553, "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", true],
  [550, '550 5.1.1 Recipient address rejected: User unknown in relay recipient table of relay1.example.org', false],
  [550, '550 no such mailbox, says 10.5.7.1', false],
  [450, '450 4.7.1 Relay access denied, try again later', false],
])('a reply %d "%s" refuses to relay: %s', (code, said, denies) => {
  expect(deniesRelaying(code, said)).toBe(denies)
})
