/** Loads the key tables of the whole application. The layout and the account page share this one import (see components/protocols/views.ts). */
export const loadTables = () => import('./key-tables').then(({ loadKeyTables }) => loadKeyTables())
