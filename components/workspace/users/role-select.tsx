import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { ROLE_TEXT, type Role, roles } from '@/lib/workspace/users/members/contract'

const OPTIONS = roles.map((role) => ({ value: role, label: ROLE_TEXT[role].name }))

type RoleSelectProps = {
  value: Role
  onValueChange: (role: Role) => void
  /** Names it in a table, where there is no room for a label. */
  bareLabel?: string
  disabled?: boolean
}

/** A role, with what it may do; without the explanation where it stands in a table. */
export function RoleSelect({ value, onValueChange, bareLabel, disabled }: RoleSelectProps) {
  if (bareLabel)
    return (
      <Select
        label={bareLabel}
        options={OPTIONS}
        value={value}
        onValueChange={onValueChange}
        disabled={disabled}
        className="w-36"
      />
    )
  return (
    <Field label="Role" hint={ROLE_TEXT[value].means}>
      <Select options={OPTIONS} value={value} onValueChange={onValueChange} disabled={disabled} />
    </Field>
  )
}
