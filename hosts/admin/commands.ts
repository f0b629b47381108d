import { instantOf, notAnInstant } from '#core';
import { type Commands, type Given, UsageError } from '../cli/command.ts';
import { acceptLoss, migrateDatabase } from '../composition/open-database.ts';
import { alertCommands } from './alert-commands.ts';
import { appCommands } from './app-commands.ts';
import { command, composed, reporting, text } from './command.ts';
import { connectionCommands } from './connection-commands.ts';
import { examine } from './doctor.ts';
import { keyCommands } from './key-commands.ts';
import { organizationCommands } from './organization-commands.ts';

export const migrate = reporting(migrateDatabase);
export const doctor = reporting(examine, 'lines');

function restoredTo(given: Given): Date | undefined {
  const asked = given.text('restored-to');
  if (asked === undefined) return undefined;
  const at = instantOf(asked);
  if (!at) throw new UsageError(`--restored-to ${notAnInstant}`);
  if (at > new Date()) throw new UsageError('--restored-to must not be in the future');
  return at;
}

export const commands: Commands = {
  migrate: command({ does: 'brings the schema of the database up to date', example: 'migrate' }, migrate),
  doctor: command(
    { does: 'looks at runtime, secrets, database and clock, and changes nothing', example: 'doctor' },
    doctor,
  ),
  ...organizationCommands,
  ...appCommands,
  ...connectionCommands,
  'database accept': command(
    {
      does: 'lets writes go on after the database has lost commits, once you know what is lost',
      more: 'Event sequences of every connection jump ahead, and unfinished work is looked up at the provider before it is written; docs/operate.md tells the whole way.',
      options: {
        'restored-to': text('time', 'the database was restored to this time, whether or not a process has noticed it'),
      },
      example: 'database accept --restored-to 2026-01-31T03:00:00Z',
    },
    reporting((config, given) => acceptLoss(config, restoredTo(given))),
  ),
  ...keyCommands,
  ...alertCommands,
  'secrets rotate': command(
    {
      does: 'lets a worker seal all stored secrets again under the first of ENCRYPTION_KEYS; doctor says how far it is',
      example: 'secrets rotate',
    },
    composed(async ({ core, ports }) => {
      const { id, state, input } = await core.secrets.rotate(ports.ids.next('req'));
      return { operationId: id, state, keyId: input['key_id'] };
    }),
  ),
};
