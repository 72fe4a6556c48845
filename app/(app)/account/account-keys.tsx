'use client'
import { KeyPanel } from '@/components/ui/keys/key-panel'
import { loadTables } from './load-tables'

/** Choosing keys for every screen. */
export const AccountKeys = () => <KeyPanel loadTables={loadTables} />
