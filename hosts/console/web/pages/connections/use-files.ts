import { useEffect, useRef, useState } from 'preact/hooks';
import { assertKnownKind, assertSize, attachmentName, safeTypeOf } from '../../../../../core/domain/attachment.ts';
import { asFailure, newKey } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { saveFile } from '../../api/save-file.ts';
import type { Attached, Attachment, Items } from '../../api/wire.ts';
import { useClient } from '../../session/session.tsx';

/** A file on its way; without a part once it has left, and the provider is asked. */
export interface Sending {
  readonly name: string;
  readonly part: number;
}

export interface Files {
  /** Undefined until a person asks for them. */
  readonly items: readonly Attachment[] | undefined;
  readonly failure: Failure | undefined;
  readonly isPending: boolean;
  readonly sending: Sending | undefined;
  /** A file whose name is taken, until the person says what to do. */
  readonly asking: File | undefined;
  readonly load: () => void;
  readonly attach: (file: File, replace?: boolean) => void;
  readonly download: (one: Attachment) => void;
  readonly dismiss: () => void;
}

/** The files of a record at the provider. Each use is a call, so nothing is asked before a person does. */
export function useFiles(path: string): Files {
  const client = useClient();
  const [items, setItems] = useState<readonly Attachment[]>();
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setPending] = useState(false);
  const [sending, setSending] = useState<Sending>();
  const [asking, setAsking] = useState<File>();
  const tried = useRef({ what: '', key: '' });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const doing = async (work: () => Promise<void>) => {
    if (isPending) return;
    setPending(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      if (isHere.current) setFailure(asFailure(error));
    } finally {
      if (isHere.current) {
        setPending(false);
        setSending(undefined);
      }
    }
  };
  const list = async () => setItems((await client.get<Items<Attachment>>(path)).data.items);
  const attach = (file: File, replace = false) =>
    doing(async () => {
      setAsking(undefined);
      const name = checkedName(file);
      const named = `${path}?filename=${encodeURIComponent(name)}&replace=${replace}`;
      // What the record and the provider refuse is told before the file is sent.
      if (await isTaken(client.send('POST', `${named}&size=${file.size}&validate_only=true`))) return setAsking(file);
      // A second try of the same file has the same key, so that it is never attached twice.
      const what = JSON.stringify([name, replace, file.size, file.lastModified]);
      if (tried.current.what !== what) tried.current = { what, key: newKey() };
      setSending({ name, part: 0 });
      await client.upload<{ readonly item: Attached }>(named, {
        file,
        contentType: safeTypeOf(name),
        idempotencyKey: tried.current.key,
        onProgress: (part) => isHere.current && setSending({ name, part }),
      });
      tried.current = { what: '', key: '' };
      await list();
    });
  const download = ({ attachment_id }: Attachment) =>
    doing(async () => {
      const { data } = await client.get<File>(`${path}/${encodeURIComponent(attachment_id)}`);
      saveFile(data.name, data);
    });
  return {
    ...{ items, failure, isPending, sending, asking },
    load: () => void doing(list),
    attach: (file, replace) => void attach(file, replace),
    download: (one) => void download(one),
    dismiss: () => setAsking(undefined),
  };
}

/** True if the record has a file of this name. Rejects with any other refusal. */
async function isTaken(looking: Promise<unknown>): Promise<boolean> {
  try {
    await looking;
    return false;
  } catch (error) {
    if (error instanceof Failure && error.reason === 'attachment_exists') return true;
    throw error;
  }
}

/** Throws what the service would refuse, in its words, before anything is sent. */
function checkedName({ name: given, size }: File): string {
  try {
    const name = attachmentName(given);
    assertKnownKind(name);
    assertSize(size);
    return name;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(message, { status: 0, code: 'NOT_SENT' });
  }
}
