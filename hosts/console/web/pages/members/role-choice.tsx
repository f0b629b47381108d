import type { Role } from '../../api/wire.ts';
import { roleSummaries, roles } from '../../words/role-words.ts';
import { capital } from '../../words/state-words.ts';

interface RoleChoiceProps {
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleChoice({ role, onChange }: RoleChoiceProps) {
  return (
    <fieldset class="checks">
      <legend>Role</legend>
      {roles.map((name) => (
        <label key={name} class="check">
          <input type="radio" name="role" value={name} checked={role === name} onChange={() => onChange(name)} />
          <span>
            {capital(name)} <span class="quiet row-under">{roleSummaries[name]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
