import { rights, roleSummaries, roles } from '../../words/role-words.ts';
import { capital } from '../../words/state-words.ts';

/** Shows what each role may do. The API refuses the rest, whatever a page shows. */
export function RightsTable() {
  return (
    <div class="scrolls">
      <table class="rights">
        <caption class="hidden">What each role may do</caption>
        <thead>
          <tr>
            <td />
            {roles.map((role) => (
              <th key={role} scope="col" title={roleSummaries[role]}>
                {capital(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(rights).map(([name, right]) => (
            <tr key={name}>
              <th scope="row">{right.words}</th>
              {roles.map((role) => (
                <td key={role}>
                  {right.roles.includes(role) ? (
                    <span class="yes">
                      <span aria-hidden="true">✓</span>
                      <span class="hidden">yes</span>
                    </span>
                  ) : (
                    <span class="quiet">
                      <span aria-hidden="true">–</span>
                      <span class="hidden">no</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
