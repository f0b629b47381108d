import { LinkButton } from '../parts/button.tsx';
import { Empty } from '../parts/notes.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { usePlace } from '../session/use-environment.ts';

export function NotFoundPage() {
  const { to } = usePlace();
  return (
    <>
      <PageHead title="There is no such page" />
      <div class="card">
        <Empty
          title="There is no page at this address"
          action={<LinkButton words="To the overview" href={to('overview')} />}
        >
          It may have been removed, or the address was cut on its way here.
        </Empty>
      </div>
    </>
  );
}
