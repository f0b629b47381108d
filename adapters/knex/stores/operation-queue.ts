// Who goes next: the order in which claims take due operations (docs/operations.md tells the rule).
import { type ClaimRoom, connectionsAClaim, laneOf, laneRules, type Operation, type WorkLane, workLanes } from '#core';
import type { ColumnWord, Dialect } from '../dialect.ts';
import type { Statement } from '../session.ts';
import { operationColumns } from './operation-columns.ts';

type Owned = Pick<Operation, 'type' | 'environment' | 'organizationId' | 'connectionId' | 'subject'>;

const letters = 'abcde';
/** Sorts behind every id. */
const last = '~';

/** Lane, environment and organization: those whose turns come one after the other. */
export function partyOf({ type, environment, organizationId }: Owned): string {
  return `${letters[workLanes.indexOf(laneOf(type))]}${environment === 'test' ? 't' : 'l'}${organizationId}`;
}

/** Within a party, what has a bound of its own: a connection, or the endpoint of a delivery. */
export function memberOf({ connectionId, subject }: Owned): string {
  return connectionId ?? subject ?? '';
}

/** Where the next claim of this process goes on, lane by lane. */
export interface ClaimTurn {
  claims: number;
  readonly places: Map<string, Place>;
}

export interface Place {
  readonly party: string;
  readonly member: string;
}

export function firstTurn(): ClaimTurn {
  return { claims: 0, places: new Map() };
}

/** Operations that fall due are put into the queue so many at a time. */
const readyBatch = 500;

export function readySql({ skipLocked }: Dialect): string {
  return `update operations set ready = 1 where id in (
    select id from operations where ready = 0 and state in ('queued', 'retrying') and due_at <= ?
    order by due_at, id limit ${readyBatch} ${skipLocked})`;
}

/** Keys of one organization that a claim looks at: of one that has work running no more than may go to such ones. */
const membersSql = `case when w.party in (select party from busy) then cast(? as integer) else ${connectionsAClaim} end`;

/**
 * Bytes of documents that a claim may bring at once. They are sent before the claim is committed: were they more than
 * lies on the way to a process that is stopped, everybody's claims would wait for it.
 */
const documentsMost = 128 * 1024;
const documents: readonly string[] = ['input', 'result', 'error', 'attempts', 'replays', 'metadata'];
const lightSql = `${documents.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')} <= cast(? as integer)`;
const claimedColumns = operationColumns.map((column) =>
  documents.includes(column) ? `case when ${lightSql} then ${column} end as ${column}` : column,
);

const atOnceSql = `case substr(party, 1, 1) ${workLanes
  .map(
    (lane, i) =>
      `when '${letters.charAt(i)}' then ${lane === 'delivery' ? 'cast(? as integer)' : laneRules[lane].atOnce}`,
  )
  .join(' ')} end`;
/** Full keys do not count: they must not hide the others. */
const hasRoomSql = 'case when (n.party, n.member) in (select party, member from full_ones) then 0 else 1 end';
/** Nor is a walk shortened by keys that have work running, full or not, or by the first of a busy organization. */
const isNewSql = (isFirst: string): string => `case when (n.party, n.member) in (select party, member from running)
  or (${isFirst} and n.party in (select party from busy)) then 0 else 1 end`;
/** What is known to answer has the bound of its lane, whatever is said of the others. */
const boundSql = (member: string, others: string): string =>
  `case when ${member} in (select member from answering) then ${laneRules.delivery.atOnce} else ${others} end`;

/**
 * One statement: walks from key to key of the queue, two chains a lane (from this process's place to the lane's end, and
 * from its beginning to the place), takes the heads of each key within its bound, and orders them by how much their
 * organization has running already. The walk is as long as the claim is large, beside keys that have work running: so
 * what one has due, or what hangs, never hides the next. The answer is bounded, too: of what
 * would make it large only the rest comes, and `input` is null. What has begun absorbs nothing (operation-coalescing.ts),
 * even where it comes back to the queue.
 */
export function claimStatement(
  { queue, given, skipLocked }: Dialect,
  claim: { readonly now: number; readonly leaseUntil: number; readonly room: ClaimRoom },
  turn: ClaimTurn,
): Statement {
  const { limit, crowded } = claim.room;
  const chains = chainsOf(claim.room, turn);
  const sql = `with recursive
    running as materialized (
      select party, member, count(*) as n from operations where state = 'running' group by party, member
    ),
    busy as materialized (
      select party, sum(n) as n from running group by party
    ),
    answering as materialized (${given({ member: 'text' })}),
    full_ones as materialized (
      select party, member from running where member <> '' and n >= ${boundSql('member', atOnceSql)}
    ),
    lanes as (${given(chainColumns)}),
    walk (chain, turn, room, at_once, to_party, to_member, visited, fresh, has_room, members, party, member) as (
      select l.chain, l.turn, l.room, l.at_once, l.to_party, l.to_member, 1, ${isNewSql('1 = 1')}, ${hasRoomSql}, ${hasRoomSql},
        n.party, n.member
      from lanes l ${queue.nextKey('l.from_party', 'l.from_member')}
      where (n.party, n.member) <= (l.to_party, l.to_member)
      union all
      select w.chain, w.turn, w.room, w.at_once, w.to_party, w.to_member, w.visited + 1,
        w.fresh + ${isNewSql('n.party <> w.party')},
        ${hasRoomSql}, case when n.party = w.party then w.members else 0 end + ${hasRoomSql}, n.party, n.member
      from walk w ${queue.nextKey('w.party', `case when w.members >= ${membersSql} then '${last}' else w.member end`)}
      where w.fresh < ? + ${connectionsAClaim} and (n.party, n.member) <= (w.to_party, w.to_member)
    ),
    heads as (
      select k.*, ${boundSql('k.member', 'k.at_once')} as bound, h.id, coalesce(r.n, 0) + row_number() over (
        partition by k.party, k.member order by h.due_at, h.id
      ) as nth
      from walk k left join running r on r.party = k.party and r.member = k.member
      ${queue.headsOf('k', '(select cast(case when 4 * ? / (sum(has_room) + 1) >= ? then ? else 4 * ? / (sum(has_room) + 1) + 1 end as integer) from walk)')}
      where k.has_room = 1
    ),
    standing as (
      select heads.*, row_number() over (partition by heads.party order by nth, chain, visited)
        + coalesce(b.n, 0) as place
      from heads left join busy b on b.party = heads.party where member = '' or nth <= bound
    ),
    in_lane as (
      select standing.*, case when place > 1 then 1 else 0 end as crowded,
        row_number() over (partition by turn order by case when place > 1 then 1 else 0 end, place, chain, visited) as n
      from standing
    ),
    ordered as (
      select id, crowded, row_number() over (order by crowded, turn, place, chain, visited) as n
      from in_lane where n <= room
    ),
    chosen as materialized (
      select id from operations where ready = 1
        and id ${queue.among('select id from ordered where n <= case when crowded = 1 then cast(? as bigint) else cast(? as bigint) end')}
      order by id ${skipLocked}
    )
    update operations set state = 'running', ready = 0, lease_token = lease_token + 1, lease_expires_at = ?,
      claimed_at = ?, started_at = coalesce(started_at, ?), updated_at = ?, coalesce_key = null
    where id ${queue.among('select id from chosen')}
    returning ${claimedColumns.join(', ')}`;
  const { now, leaseUntil } = claim;
  return {
    sql,
    bindings: [
      ...[
        membersOf(claim.room.answering),
        boundOf('delivery', claim.room),
        JSON.stringify(chains),
        Math.min(crowded, connectionsAClaim),
        limit,
        limit,
        limit,
        limit,
        limit,
      ],
      ...[crowded, limit, leaseUntil, now, now, now, ...documents.map(() => Math.floor(documentsMost / limit))],
    ],
  };
}

const chainColumns = {
  chain: 'integer',
  turn: 'integer',
  room: 'integer',
  at_once: 'integer',
  from_party: 'text',
  from_member: 'text',
  to_party: 'text',
  to_member: 'text',
} as const satisfies Record<string, ColumnWord>;

type Chain = { readonly [C in keyof typeof chainColumns]: (typeof chainColumns)[C] extends 'text' ? string : number };

function membersOf(answering: ClaimRoom['answering'] = []): string {
  return JSON.stringify(answering.map((member) => ({ member })));
}

function boundOf(lane: WorkLane, { answering }: ClaimRoom): number {
  return lane === 'delivery' && answering ? 1 : laneRules[lane].atOnce;
}

/** Lanes in order of priority; every third claim begins with another lane, so that a worker of one slot serves all. */
function chainsOf(room: ClaimRoom, { claims, places }: ClaimTurn): readonly Chain[] {
  const shift = claims % 3 === 2 ? Math.floor(claims / 3) % workLanes.length : 0;
  return workLanes.flatMap((lane, index): Chain[] => {
    const letter = letters.charAt(index);
    const turn = (index + workLanes.length - shift) % workLanes.length;
    const place = places.get(letter);
    if (room.lanes[lane] <= 0) return [];
    const rules = { turn, room: room.lanes[lane], at_once: boundOf(lane, room) };
    const begin = { from_party: letter, from_member: '' };
    const end = { to_party: letter + last, to_member: last };
    if (!place) return [{ chain: 0, ...rules, ...begin, ...end }];
    const { party, member } = place;
    return [
      { chain: 0, ...rules, from_party: party, from_member: member, ...end },
      { chain: 1, ...rules, ...begin, to_party: party, to_member: member },
    ];
  });
}

/** The next claim goes on behind what this one served last. */
export function moveTurn(turn: ClaimTurn, served: readonly Place[]): void {
  turn.claims += 1;
  for (const letter of letters) {
    const mine = served.filter(({ party }) => party.startsWith(letter));
    const from = turn.places.get(letter);
    const wrapped = from ? mine.filter((place) => !isBehind(place, from)) : [];
    const place = latest(wrapped.length > 0 ? wrapped : mine);
    if (place) turn.places.set(letter, place);
  }
}

function latest(places: readonly Place[]): Place | undefined {
  return places.reduce<Place | undefined>((best, place) => (!best || isBehind(place, best) ? place : best), undefined);
}

function isBehind(a: Place, b: Place): boolean {
  return a.party === b.party ? a.member > b.member : a.party > b.party;
}
