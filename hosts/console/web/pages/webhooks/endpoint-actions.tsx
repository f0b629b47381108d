import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Answer } from '../../api/client.ts';
import type { Action } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Delivery, EndpointStatistics, WebhookEndpoint } from '../../api/wire.ts';
import { ConfirmDialog, typedFrom } from '../../parts/confirm-dialog.tsx';
import { Menu } from '../../parts/menu.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { bounded } from '../../words/quantity.ts';
import { waitingOf } from '../overview/tiles.tsx';
import { EditEndpoint } from './endpoint-form.tsx';
import { RecoverEndpoint } from './recover-endpoint.tsx';

type Asked = 'test' | 'edit' | 'rotate' | 'recover' | 'status' | 'remove';

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const may = useMay('operate');
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string | null>();
  if (!may || endpoint.status === 'deleted') return null;
  const close = () => setAsked(undefined);
  const isEnabled = endpoint.status === 'enabled';
  const isWell = endpoint.health.state === 'healthy';
  const button = (what: Asked, label: string, look = 'button') => (
    <button type="button" class={look} onClick={() => setAsked(what)}>
      {label}
    </button>
  );
  return (
    <>
      {isEnabled ? (
        <>
          {button('recover', 'Recover…', isWell ? 'button' : 'button primary')}
          {button('test', 'Send test event', isWell ? 'button primary' : 'button')}
        </>
      ) : (
        button('status', 'Enable', 'button primary')
      )}
      <Menu label="More">
        {button('edit', 'Change…', 'menu-item')}
        {button('rotate', 'Rotate secret…', 'menu-item')}
        {isEnabled && button('status', 'Disable…', 'menu-item')}
        {button('remove', 'Remove…', 'menu-item danger')}
      </Menu>
      {asked === 'edit' && <EditEndpoint endpoint={endpoint} onClose={close} />}
      {asked === 'recover' && <RecoverEndpoint endpoint={endpoint} onClose={close} />}
      {asked !== undefined && asked !== 'edit' && asked !== 'recover' && (
        <Ask asked={asked} endpoint={endpoint} onSecret={setSecret} onClose={close} />
      )}
      {secret !== undefined && (
        <SecretDialog
          title="The secret is rotated"
          label="Signing secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
        >
          <p class="quiet">For 24 hours deliveries carry a signature of the old secret too.</p>
        </SecretDialog>
      )}
    </>
  );
}

interface AskProps {
  readonly asked: Exclude<Asked, 'edit' | 'recover'>;
  readonly endpoint: WebhookEndpoint;
  readonly onSecret: (secret: string | null) => void;
  readonly onClose: () => void;
}

type Answered = Partial<Pick<Delivery, 'delivery_id'> & Pick<WebhookEndpoint, 'signing_secret'>>;

function Ask({ asked, endpoint, onSecret, onClose }: AskProps) {
  const { api, to, environment } = usePlace();
  const { route } = useLocation();
  const toast = useToast();
  const path = api(`webhook-endpoints/${endpoint.webhook_endpoint_id}`);
  const isEnabled = endpoint.status === 'enabled';
  const act = (run: Action['run']) => {
    if (asked === 'test') return run<Answered>('POST', `${path}/test`);
    if (asked === 'rotate') return run<Answered>('POST', `${path}/rotate-secret`);
    if (asked === 'remove') return run<Answered>('DELETE', path);
    return run<Answered>('PATCH', path, { status: isEnabled ? 'disabled' : 'enabled' });
  };
  const done = ({ data }: Answer<Answered>) => {
    if (asked === 'test') return route(to(`webhook-deliveries/${data.delivery_id}`));
    if (asked === 'rotate') onSecret(data.signing_secret ?? null);
    if (asked === 'remove') {
      toast('Removed');
      return route(to('webhook-endpoints'), true);
    }
    if (asked === 'status') toast(isEnabled ? 'Disabled' : 'Enabled');
    onClose();
  };
  const { title, verb, text, isDangerous } = questions(isEnabled)[asked];
  const statistics = useLoad<EndpointStatistics>(isDangerous ? `${path}/statistics` : undefined);
  const waiting = statistics.data && waitingOf(statistics.data.waiting);
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDangerous={isDangerous}
      isReady={!isDangerous || waiting !== undefined}
      typed={isDangerous && (environment === 'live' || (waiting?.value ?? 0) >= typedFrom) ? environment : undefined}
      failure={statistics.failure}
      act={act}
      onDone={done}
      onClose={onClose}
    >
      {waiting && waiting.value > 0 && (
        <p>
          <strong>{bounded(waiting)} deliveries wait for it.</strong>
        </p>
      )}
      <p>{text}</p>
    </ConfirmDialog>
  );
}

const questions = (isEnabled: boolean) =>
  ({
    test: {
      title: 'Send a test event?',
      verb: 'Send',
      text: 'endpoint.test goes to this endpoint only, signed like every event, in one attempt. You see at once how it went.',
      isDangerous: false,
    },
    rotate: {
      title: 'Rotate the signing secret?',
      verb: 'Rotate',
      text: 'A new secret is shown once. For 24 hours every delivery carries a signature of the old one too, so that you can change over without losing any.',
      isDangerous: false,
    },
    status: isEnabled
      ? {
          title: 'Disable this endpoint?',
          verb: 'Disable',
          text: 'Nothing more is sent to it. What waits is held for 24 hours: enable it before, and it is sent; after that it ends as failed, and only Recover brings it back.',
          isDangerous: true,
        }
      : {
          title: 'Enable this endpoint?',
          verb: 'Enable',
          text: 'New events are sent to it from now on. Recover brings back what it missed.',
          isDangerous: false,
        },
    remove: {
      title: 'Remove this endpoint?',
      verb: 'Remove',
      text: 'What waits is cancelled and its secret is destroyed, both for good. What was delivered stays on record.',
      isDangerous: true,
    },
  }) as const;
