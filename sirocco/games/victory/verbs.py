"""The verbs of Victory: what a seat can say, and what kind of noun goes with it."""

from __future__ import annotations

from typing import Final

from sirocco.kernel.ask import verb

# Set-up
CHOOSE: Final = verb(1)  # choose 3: a map
ARRANGE: Final = verb(2)  # arrange 2: one of the numbered ways to lay the maps
RAISE: Final = verb(3)  # raise FA: a kind of unit for the starting force
STRENGTH: Final = verb(4)  # strength 3: its steps
DEPLOY: Final = verb(5)  # deploy FA1
# Movement and air response
MOVE: Final = verb(6)  # move AR1: take a unit
TO: Final = verb(7)  # to 0405: normal move, retreat, landing, deployment
INVADE: Final = verb(8)  # invade 0405: amphibious invasion
DROP: Final = verb(9)  # drop 0405: flight to a paradrop
MARCH: Final = verb(10)  # march 0405: Strategic Move by road
SAIL: Final = verb(11)  # sail 0405: Strategic Move by sea, and Sea Movement
FLY: Final = verb(12)  # fly 0405: Strategic Move by air
ABOARD: Final = verb(13)  # aboard CV1: on to a Carrier (move, retreat, landing, deployment)
FERRY: Final = verb(14)  # ferry CV1: Strategic Move by air on to a Carrier
VIA: Final = verb(15)  # via 0304: the hex from which a unit enters the battle
STAY: Final = verb(16)  # stay: the unit taken does not move
BACK: Final = verb(17)  # back AR1: out of an over-stacked hex, to where it came from
ACTIVATE: Final = verb(18)  # activate 0405: a battle in a blockade hex
RESPOND: Final = verb(19)  # respond FA1: take an Air unit
DONE: Final = verb(20)  # done: close the phase or the plan
# Battle
BATTLE: Final = verb(21)  # battle 0405: the next Battle Hex
GROUND: Final = verb(22)  # ground FA1: this Air unit takes no part
FIRE: Final = verb(23)  # fire BB1: without a declared group
FIRE_AIR: Final = verb(24)  # fire BB1 air
FIRE_NAVAL: Final = verb(25)  # fire BB1 naval
FIRE_ARMY: Final = verb(26)  # fire BB1 army
AT: Final = verb(27)  # at army: declaration asked for after an undeclared fire
LAND: Final = verb(28)  # land MA1: paradrop or landing in the Combat Turn
ABORT: Final = verb(29)  # abort AB1: back to a base
RETREAT: Final = verb(30)  # retreat IN1
PASS: Final = verb(31)  # pass IN1
HIT: Final = verb(32)  # hit IN1: the owner puts a hit on one of his strongest units
BLOCKADE: Final = verb(33)  # blockade BB1
LOSE: Final = verb(34)  # lose FA1: a step too many aboard a Carrier
BASE: Final = verb(35)  # base FA1: choose which aircraft lands next
# End of a Player Turn, production
BEACHHEAD: Final = verb(36)  # beachhead MA1
CITY: Final = verb(37)  # city 0405: production in this city
STEP: Final = verb(38)  # step IN1: one step more
BUILD: Final = verb(39)  # build FA: a new unit of this kind
MERGE: Final = verb(40)  # merge IN1: this unit is dissolved ...
INTO: Final = verb(41)  # into IN2: ... into that one
# Commanders
APPOINT: Final = verb(42)  # appoint 3: a seat of the team ...
OFFICE: Final = verb(43)  # office general: ... to an office
COUP: Final = verb(44)  # coup: move to depose the Politician
MOTION: Final = verb(45)  # motion 2: put a question of policy to the vote
AYE: Final = verb(46)  # aye
NAY: Final = verb(47)  # nay
