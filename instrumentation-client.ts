/** What runs in the browser before anything of the app does. */
import { noteFollowedLinks } from './lib/platform/client/followed-address'

noteFollowedLinks()

// The policy of every page forbids code made from strings: zod would try some, and the browser report it. Set where zod
// keeps it, so that pages which need no zod do not load it for this.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
